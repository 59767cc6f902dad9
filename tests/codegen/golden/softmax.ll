; split 2 by 128 as loop
; split 5 by 16 as vector
; mark 6 as unroll
; split 3 by 128 as loop
; split 9 by 16 as vector
; mark 10 as unroll
; split 1 by 16 as vector
; mark 0 as grid
declare <16 x float> @llvm.fmuladd.v16f32(<16 x float>, <16 x float>, <16 x float>)
define void @reduce_64_256_over_256_256(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %acc30 = alloca <16 x float>
  %acc31 = alloca <16 x float>
  %acc32 = alloca <16 x float>
  %acc33 = alloca <16 x float>
  %acc34 = alloca <16 x float>
  %acc35 = alloca <16 x float>
  %acc36 = alloca <16 x float>
  %acc37 = alloca <16 x float>
  %acc38 = alloca <16 x float>
  %acc39 = alloca <16 x float>
  %acc40 = alloca <16 x float>
  %acc41 = alloca <16 x float>
  %acc42 = alloca <16 x float>
  %acc43 = alloca <16 x float>
  %acc44 = alloca <16 x float>
  %acc45 = alloca <16 x float>
  br label %g0.head
g0.head:
  %g0 = phi i64 [ %begin, %entry ], [ %g0.next, %g0.last ]
  %g0.more = icmp slt i64 %g0, %end
  br i1 %g0.more, label %g0.body, label %g0.done
g0.body:
  %v0 = mul nsw i64 %g0, 256
  store <16 x float> splat (float 0xFFF0000000000000), ptr %acc30
  store <16 x float> splat (float 0xFFF0000000000000), ptr %acc31
  store <16 x float> splat (float 0xFFF0000000000000), ptr %acc32
  store <16 x float> splat (float 0xFFF0000000000000), ptr %acc33
  store <16 x float> splat (float 0xFFF0000000000000), ptr %acc34
  store <16 x float> splat (float 0xFFF0000000000000), ptr %acc35
  store <16 x float> splat (float 0xFFF0000000000000), ptr %acc36
  store <16 x float> splat (float 0xFFF0000000000000), ptr %acc37
  store <16 x float> splat (float 0x0000000000000000), ptr %acc38
  store <16 x float> splat (float 0x0000000000000000), ptr %acc39
  store <16 x float> splat (float 0x0000000000000000), ptr %acc40
  store <16 x float> splat (float 0x0000000000000000), ptr %acc41
  store <16 x float> splat (float 0x0000000000000000), ptr %acc42
  store <16 x float> splat (float 0x0000000000000000), ptr %acc43
  store <16 x float> splat (float 0x0000000000000000), ptr %acc44
  store <16 x float> splat (float 0x0000000000000000), ptr %acc45
  br label %r1.head
r1.head:
  %r1 = phi i64 [ 0, %g0.body ], [ %r1.next, %r1.last ]
  %r1.more = icmp slt i64 %r1, 2
  br i1 %r1.more, label %r1.body, label %r1.done
r1.body:
  %v1 = mul nsw i64 %r1, 128
  %v2 = add nsw i64 %v0, %v1
  %v3 = getelementptr inbounds float, ptr %d1, i64 %v2
  %v4 = load <16 x float>, ptr %v3, align 4
  %v5 = load <16 x float>, ptr %acc30
  %v6 = fcmp ogt <16 x float> %v5, %v4
  %v7 = select <16 x i1> %v6, <16 x float> %v5, <16 x float> %v4
  %v8 = fcmp uno <16 x float> %v5, splat (float 0x0000000000000000)
  %v9 = select <16 x i1> %v8, <16 x float> %v5, <16 x float> %v7
  store <16 x float> %v9, ptr %acc30
  %v10 = add nsw i64 %v2, 16
  %v11 = getelementptr inbounds float, ptr %d1, i64 %v10
  %v12 = load <16 x float>, ptr %v11, align 4
  %v13 = load <16 x float>, ptr %acc31
  %v14 = fcmp ogt <16 x float> %v13, %v12
  %v15 = select <16 x i1> %v14, <16 x float> %v13, <16 x float> %v12
  %v16 = fcmp uno <16 x float> %v13, splat (float 0x0000000000000000)
  %v17 = select <16 x i1> %v16, <16 x float> %v13, <16 x float> %v15
  store <16 x float> %v17, ptr %acc31
  %v18 = add nsw i64 %v2, 32
  %v19 = getelementptr inbounds float, ptr %d1, i64 %v18
  %v20 = load <16 x float>, ptr %v19, align 4
  %v21 = load <16 x float>, ptr %acc32
  %v22 = fcmp ogt <16 x float> %v21, %v20
  %v23 = select <16 x i1> %v22, <16 x float> %v21, <16 x float> %v20
  %v24 = fcmp uno <16 x float> %v21, splat (float 0x0000000000000000)
  %v25 = select <16 x i1> %v24, <16 x float> %v21, <16 x float> %v23
  store <16 x float> %v25, ptr %acc32
  %v26 = add nsw i64 %v2, 48
  %v27 = getelementptr inbounds float, ptr %d1, i64 %v26
  %v28 = load <16 x float>, ptr %v27, align 4
  %v29 = load <16 x float>, ptr %acc33
  %v30 = fcmp ogt <16 x float> %v29, %v28
  %v31 = select <16 x i1> %v30, <16 x float> %v29, <16 x float> %v28
  %v32 = fcmp uno <16 x float> %v29, splat (float 0x0000000000000000)
  %v33 = select <16 x i1> %v32, <16 x float> %v29, <16 x float> %v31
  store <16 x float> %v33, ptr %acc33
  %v34 = add nsw i64 %v2, 64
  %v35 = getelementptr inbounds float, ptr %d1, i64 %v34
  %v36 = load <16 x float>, ptr %v35, align 4
  %v37 = load <16 x float>, ptr %acc34
  %v38 = fcmp ogt <16 x float> %v37, %v36
  %v39 = select <16 x i1> %v38, <16 x float> %v37, <16 x float> %v36
  %v40 = fcmp uno <16 x float> %v37, splat (float 0x0000000000000000)
  %v41 = select <16 x i1> %v40, <16 x float> %v37, <16 x float> %v39
  store <16 x float> %v41, ptr %acc34
  %v42 = add nsw i64 %v2, 80
  %v43 = getelementptr inbounds float, ptr %d1, i64 %v42
  %v44 = load <16 x float>, ptr %v43, align 4
  %v45 = load <16 x float>, ptr %acc35
  %v46 = fcmp ogt <16 x float> %v45, %v44
  %v47 = select <16 x i1> %v46, <16 x float> %v45, <16 x float> %v44
  %v48 = fcmp uno <16 x float> %v45, splat (float 0x0000000000000000)
  %v49 = select <16 x i1> %v48, <16 x float> %v45, <16 x float> %v47
  store <16 x float> %v49, ptr %acc35
  %v50 = add nsw i64 %v2, 96
  %v51 = getelementptr inbounds float, ptr %d1, i64 %v50
  %v52 = load <16 x float>, ptr %v51, align 4
  %v53 = load <16 x float>, ptr %acc36
  %v54 = fcmp ogt <16 x float> %v53, %v52
  %v55 = select <16 x i1> %v54, <16 x float> %v53, <16 x float> %v52
  %v56 = fcmp uno <16 x float> %v53, splat (float 0x0000000000000000)
  %v57 = select <16 x i1> %v56, <16 x float> %v53, <16 x float> %v55
  store <16 x float> %v57, ptr %acc36
  %v58 = add nsw i64 %v2, 112
  %v59 = getelementptr inbounds float, ptr %d1, i64 %v58
  %v60 = load <16 x float>, ptr %v59, align 4
  %v61 = load <16 x float>, ptr %acc37
  %v62 = fcmp ogt <16 x float> %v61, %v60
  %v63 = select <16 x i1> %v62, <16 x float> %v61, <16 x float> %v60
  %v64 = fcmp uno <16 x float> %v61, splat (float 0x0000000000000000)
  %v65 = select <16 x i1> %v64, <16 x float> %v61, <16 x float> %v63
  store <16 x float> %v65, ptr %acc37
  br label %r1.last
r1.last:
  %r1.next = add nsw i64 %r1, 1
  br label %r1.head
r1.done:
  %v66 = load <16 x float>, ptr %acc30
  %v67 = load <16 x float>, ptr %acc31
  %v68 = load <16 x float>, ptr %acc32
  %v69 = load <16 x float>, ptr %acc33
  %v70 = load <16 x float>, ptr %acc34
  %v71 = load <16 x float>, ptr %acc35
  %v72 = load <16 x float>, ptr %acc36
  %v73 = load <16 x float>, ptr %acc37
  %v74 = fcmp ogt <16 x float> %v66, %v67
  %v75 = select <16 x i1> %v74, <16 x float> %v66, <16 x float> %v67
  %v76 = fcmp uno <16 x float> %v66, splat (float 0x0000000000000000)
  %v77 = select <16 x i1> %v76, <16 x float> %v66, <16 x float> %v75
  %v78 = fcmp ogt <16 x float> %v68, %v69
  %v79 = select <16 x i1> %v78, <16 x float> %v68, <16 x float> %v69
  %v80 = fcmp uno <16 x float> %v68, splat (float 0x0000000000000000)
  %v81 = select <16 x i1> %v80, <16 x float> %v68, <16 x float> %v79
  %v82 = fcmp ogt <16 x float> %v77, %v81
  %v83 = select <16 x i1> %v82, <16 x float> %v77, <16 x float> %v81
  %v84 = fcmp uno <16 x float> %v77, splat (float 0x0000000000000000)
  %v85 = select <16 x i1> %v84, <16 x float> %v77, <16 x float> %v83
  %v86 = fcmp ogt <16 x float> %v70, %v71
  %v87 = select <16 x i1> %v86, <16 x float> %v70, <16 x float> %v71
  %v88 = fcmp uno <16 x float> %v70, splat (float 0x0000000000000000)
  %v89 = select <16 x i1> %v88, <16 x float> %v70, <16 x float> %v87
  %v90 = fcmp ogt <16 x float> %v72, %v73
  %v91 = select <16 x i1> %v90, <16 x float> %v72, <16 x float> %v73
  %v92 = fcmp uno <16 x float> %v72, splat (float 0x0000000000000000)
  %v93 = select <16 x i1> %v92, <16 x float> %v72, <16 x float> %v91
  %v94 = fcmp ogt <16 x float> %v89, %v93
  %v95 = select <16 x i1> %v94, <16 x float> %v89, <16 x float> %v93
  %v96 = fcmp uno <16 x float> %v89, splat (float 0x0000000000000000)
  %v97 = select <16 x i1> %v96, <16 x float> %v89, <16 x float> %v95
  %v98 = fcmp ogt <16 x float> %v85, %v97
  %v99 = select <16 x i1> %v98, <16 x float> %v85, <16 x float> %v97
  %v100 = fcmp uno <16 x float> %v85, splat (float 0x0000000000000000)
  %v101 = select <16 x i1> %v100, <16 x float> %v85, <16 x float> %v99
  %v102 = shufflevector <16 x float> %v101, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v103 = shufflevector <16 x float> %v101, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v104 = fcmp ogt <8 x float> %v102, %v103
  %v105 = select <8 x i1> %v104, <8 x float> %v102, <8 x float> %v103
  %v106 = fcmp uno <8 x float> %v102, splat (float 0x0000000000000000)
  %v107 = select <8 x i1> %v106, <8 x float> %v102, <8 x float> %v105
  %v108 = shufflevector <8 x float> %v107, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v109 = shufflevector <8 x float> %v107, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v110 = fcmp ogt <4 x float> %v108, %v109
  %v111 = select <4 x i1> %v110, <4 x float> %v108, <4 x float> %v109
  %v112 = fcmp uno <4 x float> %v108, splat (float 0x0000000000000000)
  %v113 = select <4 x i1> %v112, <4 x float> %v108, <4 x float> %v111
  %v114 = shufflevector <4 x float> %v113, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v115 = shufflevector <4 x float> %v113, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v116 = fcmp ogt <2 x float> %v114, %v115
  %v117 = select <2 x i1> %v116, <2 x float> %v114, <2 x float> %v115
  %v118 = fcmp uno <2 x float> %v114, splat (float 0x0000000000000000)
  %v119 = select <2 x i1> %v118, <2 x float> %v114, <2 x float> %v117
  %v120 = extractelement <2 x float> %v119, i64 0
  %v121 = extractelement <2 x float> %v119, i64 1
  %v122 = fcmp ogt float %v120, %v121
  %v123 = select i1 %v122, float %v120, float %v121
  %v124 = fcmp uno float %v120, 0x0000000000000000
  %v125 = select i1 %v124, float %v120, float %v123
  %v126 = insertelement <16 x float> poison, float %v125, i64 0
  %v127 = shufflevector <16 x float> %v126, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  br label %r2.head
r2.head:
  %r2 = phi i64 [ 0, %r1.done ], [ %r2.next, %r2.last ]
  %r2.more = icmp slt i64 %r2, 2
  br i1 %r2.more, label %r2.body, label %r2.done
r2.body:
  %v128 = mul nsw i64 %r2, 128
  %v129 = add nsw i64 %v0, %v128
  %v130 = getelementptr inbounds float, ptr %d1, i64 %v129
  %v131 = load <16 x float>, ptr %v130, align 4
  %v132 = fsub contract <16 x float> %v131, %v127
  %v133 = fcmp olt <16 x float> %v132, splat (float 0xC05A000000000000)
  %v134 = select <16 x i1> %v133, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v132
  %v135 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v134
  %v136 = select <16 x i1> %v135, <16 x float> splat (float 0x4056400000000000), <16 x float> %v134
  %v137 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v136, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v138 = fsub contract <16 x float> %v137, splat (float 0x4168001FC0000000)
  %v139 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v138, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v136)
  %v140 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v138, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v139)
  %v141 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v140, <16 x float> splat (float 0x3F81257CA0000000))
  %v142 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v141, <16 x float> %v140, <16 x float> splat (float 0x3FA5553000000000))
  %v143 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v142, <16 x float> %v140, <16 x float> splat (float 0x3FC5554660000000))
  %v144 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v143, <16 x float> %v140, <16 x float> splat (float 0x3FE0000000000000))
  %v145 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v144, <16 x float> %v140, <16 x float> splat (float 0x3FF0000000000000))
  %v146 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v145, <16 x float> %v140, <16 x float> splat (float 0x3FF0000000000000))
  %v147 = bitcast <16 x float> %v137 to <16 x i32>
  %v148 = lshr <16 x i32> %v147, splat (i32 1)
  %v149 = shl <16 x i32> %v148, splat (i32 23)
  %v150 = bitcast <16 x i32> %v149 to <16 x float>
  %v151 = fmul contract <16 x float> %v146, %v150
  %v152 = sub <16 x i32> %v147, %v148
  %v153 = shl <16 x i32> %v152, splat (i32 23)
  %v154 = bitcast <16 x i32> %v153 to <16 x float>
  %v155 = fmul contract <16 x float> %v151, %v154
  %v156 = load <16 x float>, ptr %acc38
  %v157 = fadd contract <16 x float> %v156, %v155
  store <16 x float> %v157, ptr %acc38
  %v158 = add nsw i64 %v129, 16
  %v159 = getelementptr inbounds float, ptr %d1, i64 %v158
  %v160 = load <16 x float>, ptr %v159, align 4
  %v161 = fsub contract <16 x float> %v160, %v127
  %v162 = fcmp olt <16 x float> %v161, splat (float 0xC05A000000000000)
  %v163 = select <16 x i1> %v162, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v161
  %v164 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v163
  %v165 = select <16 x i1> %v164, <16 x float> splat (float 0x4056400000000000), <16 x float> %v163
  %v166 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v165, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v167 = fsub contract <16 x float> %v166, splat (float 0x4168001FC0000000)
  %v168 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v167, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v165)
  %v169 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v167, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v168)
  %v170 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v169, <16 x float> splat (float 0x3F81257CA0000000))
  %v171 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v170, <16 x float> %v169, <16 x float> splat (float 0x3FA5553000000000))
  %v172 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v171, <16 x float> %v169, <16 x float> splat (float 0x3FC5554660000000))
  %v173 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v172, <16 x float> %v169, <16 x float> splat (float 0x3FE0000000000000))
  %v174 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v173, <16 x float> %v169, <16 x float> splat (float 0x3FF0000000000000))
  %v175 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v174, <16 x float> %v169, <16 x float> splat (float 0x3FF0000000000000))
  %v176 = bitcast <16 x float> %v166 to <16 x i32>
  %v177 = lshr <16 x i32> %v176, splat (i32 1)
  %v178 = shl <16 x i32> %v177, splat (i32 23)
  %v179 = bitcast <16 x i32> %v178 to <16 x float>
  %v180 = fmul contract <16 x float> %v175, %v179
  %v181 = sub <16 x i32> %v176, %v177
  %v182 = shl <16 x i32> %v181, splat (i32 23)
  %v183 = bitcast <16 x i32> %v182 to <16 x float>
  %v184 = fmul contract <16 x float> %v180, %v183
  %v185 = load <16 x float>, ptr %acc39
  %v186 = fadd contract <16 x float> %v185, %v184
  store <16 x float> %v186, ptr %acc39
  %v187 = add nsw i64 %v129, 32
  %v188 = getelementptr inbounds float, ptr %d1, i64 %v187
  %v189 = load <16 x float>, ptr %v188, align 4
  %v190 = fsub contract <16 x float> %v189, %v127
  %v191 = fcmp olt <16 x float> %v190, splat (float 0xC05A000000000000)
  %v192 = select <16 x i1> %v191, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v190
  %v193 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v192
  %v194 = select <16 x i1> %v193, <16 x float> splat (float 0x4056400000000000), <16 x float> %v192
  %v195 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v194, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v196 = fsub contract <16 x float> %v195, splat (float 0x4168001FC0000000)
  %v197 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v196, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v194)
  %v198 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v196, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v197)
  %v199 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v198, <16 x float> splat (float 0x3F81257CA0000000))
  %v200 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v199, <16 x float> %v198, <16 x float> splat (float 0x3FA5553000000000))
  %v201 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v200, <16 x float> %v198, <16 x float> splat (float 0x3FC5554660000000))
  %v202 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v201, <16 x float> %v198, <16 x float> splat (float 0x3FE0000000000000))
  %v203 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v202, <16 x float> %v198, <16 x float> splat (float 0x3FF0000000000000))
  %v204 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v203, <16 x float> %v198, <16 x float> splat (float 0x3FF0000000000000))
  %v205 = bitcast <16 x float> %v195 to <16 x i32>
  %v206 = lshr <16 x i32> %v205, splat (i32 1)
  %v207 = shl <16 x i32> %v206, splat (i32 23)
  %v208 = bitcast <16 x i32> %v207 to <16 x float>
  %v209 = fmul contract <16 x float> %v204, %v208
  %v210 = sub <16 x i32> %v205, %v206
  %v211 = shl <16 x i32> %v210, splat (i32 23)
  %v212 = bitcast <16 x i32> %v211 to <16 x float>
  %v213 = fmul contract <16 x float> %v209, %v212
  %v214 = load <16 x float>, ptr %acc40
  %v215 = fadd contract <16 x float> %v214, %v213
  store <16 x float> %v215, ptr %acc40
  %v216 = add nsw i64 %v129, 48
  %v217 = getelementptr inbounds float, ptr %d1, i64 %v216
  %v218 = load <16 x float>, ptr %v217, align 4
  %v219 = fsub contract <16 x float> %v218, %v127
  %v220 = fcmp olt <16 x float> %v219, splat (float 0xC05A000000000000)
  %v221 = select <16 x i1> %v220, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v219
  %v222 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v221
  %v223 = select <16 x i1> %v222, <16 x float> splat (float 0x4056400000000000), <16 x float> %v221
  %v224 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v223, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v225 = fsub contract <16 x float> %v224, splat (float 0x4168001FC0000000)
  %v226 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v225, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v223)
  %v227 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v225, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v226)
  %v228 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v227, <16 x float> splat (float 0x3F81257CA0000000))
  %v229 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v228, <16 x float> %v227, <16 x float> splat (float 0x3FA5553000000000))
  %v230 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v229, <16 x float> %v227, <16 x float> splat (float 0x3FC5554660000000))
  %v231 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v230, <16 x float> %v227, <16 x float> splat (float 0x3FE0000000000000))
  %v232 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v231, <16 x float> %v227, <16 x float> splat (float 0x3FF0000000000000))
  %v233 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v232, <16 x float> %v227, <16 x float> splat (float 0x3FF0000000000000))
  %v234 = bitcast <16 x float> %v224 to <16 x i32>
  %v235 = lshr <16 x i32> %v234, splat (i32 1)
  %v236 = shl <16 x i32> %v235, splat (i32 23)
  %v237 = bitcast <16 x i32> %v236 to <16 x float>
  %v238 = fmul contract <16 x float> %v233, %v237
  %v239 = sub <16 x i32> %v234, %v235
  %v240 = shl <16 x i32> %v239, splat (i32 23)
  %v241 = bitcast <16 x i32> %v240 to <16 x float>
  %v242 = fmul contract <16 x float> %v238, %v241
  %v243 = load <16 x float>, ptr %acc41
  %v244 = fadd contract <16 x float> %v243, %v242
  store <16 x float> %v244, ptr %acc41
  %v245 = add nsw i64 %v129, 64
  %v246 = getelementptr inbounds float, ptr %d1, i64 %v245
  %v247 = load <16 x float>, ptr %v246, align 4
  %v248 = fsub contract <16 x float> %v247, %v127
  %v249 = fcmp olt <16 x float> %v248, splat (float 0xC05A000000000000)
  %v250 = select <16 x i1> %v249, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v248
  %v251 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v250
  %v252 = select <16 x i1> %v251, <16 x float> splat (float 0x4056400000000000), <16 x float> %v250
  %v253 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v252, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v254 = fsub contract <16 x float> %v253, splat (float 0x4168001FC0000000)
  %v255 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v254, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v252)
  %v256 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v254, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v255)
  %v257 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v256, <16 x float> splat (float 0x3F81257CA0000000))
  %v258 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v257, <16 x float> %v256, <16 x float> splat (float 0x3FA5553000000000))
  %v259 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v258, <16 x float> %v256, <16 x float> splat (float 0x3FC5554660000000))
  %v260 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v259, <16 x float> %v256, <16 x float> splat (float 0x3FE0000000000000))
  %v261 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v260, <16 x float> %v256, <16 x float> splat (float 0x3FF0000000000000))
  %v262 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v261, <16 x float> %v256, <16 x float> splat (float 0x3FF0000000000000))
  %v263 = bitcast <16 x float> %v253 to <16 x i32>
  %v264 = lshr <16 x i32> %v263, splat (i32 1)
  %v265 = shl <16 x i32> %v264, splat (i32 23)
  %v266 = bitcast <16 x i32> %v265 to <16 x float>
  %v267 = fmul contract <16 x float> %v262, %v266
  %v268 = sub <16 x i32> %v263, %v264
  %v269 = shl <16 x i32> %v268, splat (i32 23)
  %v270 = bitcast <16 x i32> %v269 to <16 x float>
  %v271 = fmul contract <16 x float> %v267, %v270
  %v272 = load <16 x float>, ptr %acc42
  %v273 = fadd contract <16 x float> %v272, %v271
  store <16 x float> %v273, ptr %acc42
  %v274 = add nsw i64 %v129, 80
  %v275 = getelementptr inbounds float, ptr %d1, i64 %v274
  %v276 = load <16 x float>, ptr %v275, align 4
  %v277 = fsub contract <16 x float> %v276, %v127
  %v278 = fcmp olt <16 x float> %v277, splat (float 0xC05A000000000000)
  %v279 = select <16 x i1> %v278, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v277
  %v280 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v279
  %v281 = select <16 x i1> %v280, <16 x float> splat (float 0x4056400000000000), <16 x float> %v279
  %v282 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v281, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v283 = fsub contract <16 x float> %v282, splat (float 0x4168001FC0000000)
  %v284 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v283, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v281)
  %v285 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v283, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v284)
  %v286 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v285, <16 x float> splat (float 0x3F81257CA0000000))
  %v287 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v286, <16 x float> %v285, <16 x float> splat (float 0x3FA5553000000000))
  %v288 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v287, <16 x float> %v285, <16 x float> splat (float 0x3FC5554660000000))
  %v289 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v288, <16 x float> %v285, <16 x float> splat (float 0x3FE0000000000000))
  %v290 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v289, <16 x float> %v285, <16 x float> splat (float 0x3FF0000000000000))
  %v291 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v290, <16 x float> %v285, <16 x float> splat (float 0x3FF0000000000000))
  %v292 = bitcast <16 x float> %v282 to <16 x i32>
  %v293 = lshr <16 x i32> %v292, splat (i32 1)
  %v294 = shl <16 x i32> %v293, splat (i32 23)
  %v295 = bitcast <16 x i32> %v294 to <16 x float>
  %v296 = fmul contract <16 x float> %v291, %v295
  %v297 = sub <16 x i32> %v292, %v293
  %v298 = shl <16 x i32> %v297, splat (i32 23)
  %v299 = bitcast <16 x i32> %v298 to <16 x float>
  %v300 = fmul contract <16 x float> %v296, %v299
  %v301 = load <16 x float>, ptr %acc43
  %v302 = fadd contract <16 x float> %v301, %v300
  store <16 x float> %v302, ptr %acc43
  %v303 = add nsw i64 %v129, 96
  %v304 = getelementptr inbounds float, ptr %d1, i64 %v303
  %v305 = load <16 x float>, ptr %v304, align 4
  %v306 = fsub contract <16 x float> %v305, %v127
  %v307 = fcmp olt <16 x float> %v306, splat (float 0xC05A000000000000)
  %v308 = select <16 x i1> %v307, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v306
  %v309 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v308
  %v310 = select <16 x i1> %v309, <16 x float> splat (float 0x4056400000000000), <16 x float> %v308
  %v311 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v310, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v312 = fsub contract <16 x float> %v311, splat (float 0x4168001FC0000000)
  %v313 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v312, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v310)
  %v314 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v312, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v313)
  %v315 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v314, <16 x float> splat (float 0x3F81257CA0000000))
  %v316 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v315, <16 x float> %v314, <16 x float> splat (float 0x3FA5553000000000))
  %v317 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v316, <16 x float> %v314, <16 x float> splat (float 0x3FC5554660000000))
  %v318 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v317, <16 x float> %v314, <16 x float> splat (float 0x3FE0000000000000))
  %v319 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v318, <16 x float> %v314, <16 x float> splat (float 0x3FF0000000000000))
  %v320 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v319, <16 x float> %v314, <16 x float> splat (float 0x3FF0000000000000))
  %v321 = bitcast <16 x float> %v311 to <16 x i32>
  %v322 = lshr <16 x i32> %v321, splat (i32 1)
  %v323 = shl <16 x i32> %v322, splat (i32 23)
  %v324 = bitcast <16 x i32> %v323 to <16 x float>
  %v325 = fmul contract <16 x float> %v320, %v324
  %v326 = sub <16 x i32> %v321, %v322
  %v327 = shl <16 x i32> %v326, splat (i32 23)
  %v328 = bitcast <16 x i32> %v327 to <16 x float>
  %v329 = fmul contract <16 x float> %v325, %v328
  %v330 = load <16 x float>, ptr %acc44
  %v331 = fadd contract <16 x float> %v330, %v329
  store <16 x float> %v331, ptr %acc44
  %v332 = add nsw i64 %v129, 112
  %v333 = getelementptr inbounds float, ptr %d1, i64 %v332
  %v334 = load <16 x float>, ptr %v333, align 4
  %v335 = fsub contract <16 x float> %v334, %v127
  %v336 = fcmp olt <16 x float> %v335, splat (float 0xC05A000000000000)
  %v337 = select <16 x i1> %v336, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v335
  %v338 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v337
  %v339 = select <16 x i1> %v338, <16 x float> splat (float 0x4056400000000000), <16 x float> %v337
  %v340 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v339, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v341 = fsub contract <16 x float> %v340, splat (float 0x4168001FC0000000)
  %v342 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v341, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v339)
  %v343 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v341, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v342)
  %v344 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v343, <16 x float> splat (float 0x3F81257CA0000000))
  %v345 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v344, <16 x float> %v343, <16 x float> splat (float 0x3FA5553000000000))
  %v346 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v345, <16 x float> %v343, <16 x float> splat (float 0x3FC5554660000000))
  %v347 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v346, <16 x float> %v343, <16 x float> splat (float 0x3FE0000000000000))
  %v348 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v347, <16 x float> %v343, <16 x float> splat (float 0x3FF0000000000000))
  %v349 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v348, <16 x float> %v343, <16 x float> splat (float 0x3FF0000000000000))
  %v350 = bitcast <16 x float> %v340 to <16 x i32>
  %v351 = lshr <16 x i32> %v350, splat (i32 1)
  %v352 = shl <16 x i32> %v351, splat (i32 23)
  %v353 = bitcast <16 x i32> %v352 to <16 x float>
  %v354 = fmul contract <16 x float> %v349, %v353
  %v355 = sub <16 x i32> %v350, %v351
  %v356 = shl <16 x i32> %v355, splat (i32 23)
  %v357 = bitcast <16 x i32> %v356 to <16 x float>
  %v358 = fmul contract <16 x float> %v354, %v357
  %v359 = load <16 x float>, ptr %acc45
  %v360 = fadd contract <16 x float> %v359, %v358
  store <16 x float> %v360, ptr %acc45
  br label %r2.last
r2.last:
  %r2.next = add nsw i64 %r2, 1
  br label %r2.head
r2.done:
  %v361 = load <16 x float>, ptr %acc38
  %v362 = load <16 x float>, ptr %acc39
  %v363 = load <16 x float>, ptr %acc40
  %v364 = load <16 x float>, ptr %acc41
  %v365 = load <16 x float>, ptr %acc42
  %v366 = load <16 x float>, ptr %acc43
  %v367 = load <16 x float>, ptr %acc44
  %v368 = load <16 x float>, ptr %acc45
  %v369 = fadd contract <16 x float> %v361, %v362
  %v370 = fadd contract <16 x float> %v363, %v364
  %v371 = fadd contract <16 x float> %v369, %v370
  %v372 = fadd contract <16 x float> %v365, %v366
  %v373 = fadd contract <16 x float> %v367, %v368
  %v374 = fadd contract <16 x float> %v372, %v373
  %v375 = fadd contract <16 x float> %v371, %v374
  %v376 = shufflevector <16 x float> %v375, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v377 = shufflevector <16 x float> %v375, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v378 = fadd contract <8 x float> %v376, %v377
  %v379 = shufflevector <8 x float> %v378, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v380 = shufflevector <8 x float> %v378, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v381 = fadd contract <4 x float> %v379, %v380
  %v382 = shufflevector <4 x float> %v381, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v383 = shufflevector <4 x float> %v381, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v384 = fadd contract <2 x float> %v382, %v383
  %v385 = extractelement <2 x float> %v384, i64 0
  %v386 = extractelement <2 x float> %v384, i64 1
  %v387 = fadd contract float %v385, %v386
  %v388 = insertelement <16 x float> poison, float %v387, i64 0
  %v389 = shufflevector <16 x float> %v388, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  br label %i3.head
i3.head:
  %i3 = phi i64 [ 0, %r2.done ], [ %i3.next, %i3.last ]
  %i3.more = icmp slt i64 %i3, 16
  br i1 %i3.more, label %i3.body, label %i3.done
i3.body:
  %v390 = mul nsw i64 %i3, 16
  %v391 = add nsw i64 %v0, %v390
  %v392 = getelementptr inbounds float, ptr %d0, i64 %v391
  %v393 = getelementptr inbounds float, ptr %d1, i64 %v391
  %v394 = load <16 x float>, ptr %v393, align 4
  %v395 = fsub contract <16 x float> %v394, %v127
  %v396 = fcmp olt <16 x float> %v395, splat (float 0xC05A000000000000)
  %v397 = select <16 x i1> %v396, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v395
  %v398 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v397
  %v399 = select <16 x i1> %v398, <16 x float> splat (float 0x4056400000000000), <16 x float> %v397
  %v400 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v399, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v401 = fsub contract <16 x float> %v400, splat (float 0x4168001FC0000000)
  %v402 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v401, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v399)
  %v403 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v401, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v402)
  %v404 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v403, <16 x float> splat (float 0x3F81257CA0000000))
  %v405 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v404, <16 x float> %v403, <16 x float> splat (float 0x3FA5553000000000))
  %v406 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v405, <16 x float> %v403, <16 x float> splat (float 0x3FC5554660000000))
  %v407 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v406, <16 x float> %v403, <16 x float> splat (float 0x3FE0000000000000))
  %v408 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v407, <16 x float> %v403, <16 x float> splat (float 0x3FF0000000000000))
  %v409 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v408, <16 x float> %v403, <16 x float> splat (float 0x3FF0000000000000))
  %v410 = bitcast <16 x float> %v400 to <16 x i32>
  %v411 = lshr <16 x i32> %v410, splat (i32 1)
  %v412 = shl <16 x i32> %v411, splat (i32 23)
  %v413 = bitcast <16 x i32> %v412 to <16 x float>
  %v414 = fmul contract <16 x float> %v409, %v413
  %v415 = sub <16 x i32> %v410, %v411
  %v416 = shl <16 x i32> %v415, splat (i32 23)
  %v417 = bitcast <16 x i32> %v416 to <16 x float>
  %v418 = fmul contract <16 x float> %v414, %v417
  %v419 = fdiv <16 x float> %v418, %v389
  store <16 x float> %v419, ptr %v392, align 4
  br label %i3.last
i3.last:
  %i3.next = add nsw i64 %i3, 1
  br label %i3.head
i3.done:
  br label %g0.last
g0.last:
  %g0.next = add nsw i64 %g0, 1
  br label %g0.head
g0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
