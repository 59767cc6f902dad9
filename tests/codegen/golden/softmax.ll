; split 2 by 128 as loop
; split 5 by 16 as vector
; mark 6 as unroll
; split 3 by 128 as loop
; split 9 by 16 as vector
; mark 10 as unroll
; split 1 by 16 as vector
; mark 0 as grid
declare <16 x float> @llvm.fmuladd.v16f32(<16 x float>, <16 x float>, <16 x float>)
define void @fold_64_256_over_256_256(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
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
  %v137 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v136, <16 x float> splat (float 0x3FE7154760000000), <16 x float> splat (float 0x4168000FE0000000))
  %v138 = fsub contract <16 x float> %v137, splat (float 0x4168000FE0000000)
  %v139 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v138, <16 x float> splat (float 0xBFF62E4000000000), <16 x float> %v136)
  %v140 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v138, <16 x float> splat (float 0xBEC7F7D100000000), <16 x float> %v139)
  %v141 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F29BAD2C0000000), <16 x float> %v140, <16 x float> splat (float 0x3F571C3580000000))
  %v142 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v141, <16 x float> %v140, <16 x float> splat (float 0x3F81127260000000))
  %v143 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v142, <16 x float> %v140, <16 x float> splat (float 0x3FA5549E00000000))
  %v144 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v143, <16 x float> %v140, <16 x float> splat (float 0x3FC5555120000000))
  %v145 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v144, <16 x float> %v140, <16 x float> splat (float 0x3FE00000C0000000))
  %v146 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v145, <16 x float> %v140, <16 x float> splat (float 0x3FF0000000000000))
  %v147 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v146, <16 x float> %v140, <16 x float> splat (float 0x3FF0000000000000))
  %v148 = bitcast <16 x float> %v137 to <16 x i32>
  %v149 = shl <16 x i32> %v148, splat (i32 23)
  %v150 = bitcast <16 x i32> %v149 to <16 x float>
  %v151 = fmul contract <16 x float> %v147, %v150
  %v152 = fmul contract <16 x float> %v151, %v150
  %v153 = load <16 x float>, ptr %acc38
  %v154 = fadd contract <16 x float> %v153, %v152
  store <16 x float> %v154, ptr %acc38
  %v155 = add nsw i64 %v129, 16
  %v156 = getelementptr inbounds float, ptr %d1, i64 %v155
  %v157 = load <16 x float>, ptr %v156, align 4
  %v158 = fsub contract <16 x float> %v157, %v127
  %v159 = fcmp olt <16 x float> %v158, splat (float 0xC05A000000000000)
  %v160 = select <16 x i1> %v159, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v158
  %v161 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v160
  %v162 = select <16 x i1> %v161, <16 x float> splat (float 0x4056400000000000), <16 x float> %v160
  %v163 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v162, <16 x float> splat (float 0x3FE7154760000000), <16 x float> splat (float 0x4168000FE0000000))
  %v164 = fsub contract <16 x float> %v163, splat (float 0x4168000FE0000000)
  %v165 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v164, <16 x float> splat (float 0xBFF62E4000000000), <16 x float> %v162)
  %v166 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v164, <16 x float> splat (float 0xBEC7F7D100000000), <16 x float> %v165)
  %v167 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F29BAD2C0000000), <16 x float> %v166, <16 x float> splat (float 0x3F571C3580000000))
  %v168 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v167, <16 x float> %v166, <16 x float> splat (float 0x3F81127260000000))
  %v169 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v168, <16 x float> %v166, <16 x float> splat (float 0x3FA5549E00000000))
  %v170 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v169, <16 x float> %v166, <16 x float> splat (float 0x3FC5555120000000))
  %v171 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v170, <16 x float> %v166, <16 x float> splat (float 0x3FE00000C0000000))
  %v172 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v171, <16 x float> %v166, <16 x float> splat (float 0x3FF0000000000000))
  %v173 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v172, <16 x float> %v166, <16 x float> splat (float 0x3FF0000000000000))
  %v174 = bitcast <16 x float> %v163 to <16 x i32>
  %v175 = shl <16 x i32> %v174, splat (i32 23)
  %v176 = bitcast <16 x i32> %v175 to <16 x float>
  %v177 = fmul contract <16 x float> %v173, %v176
  %v178 = fmul contract <16 x float> %v177, %v176
  %v179 = load <16 x float>, ptr %acc39
  %v180 = fadd contract <16 x float> %v179, %v178
  store <16 x float> %v180, ptr %acc39
  %v181 = add nsw i64 %v129, 32
  %v182 = getelementptr inbounds float, ptr %d1, i64 %v181
  %v183 = load <16 x float>, ptr %v182, align 4
  %v184 = fsub contract <16 x float> %v183, %v127
  %v185 = fcmp olt <16 x float> %v184, splat (float 0xC05A000000000000)
  %v186 = select <16 x i1> %v185, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v184
  %v187 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v186
  %v188 = select <16 x i1> %v187, <16 x float> splat (float 0x4056400000000000), <16 x float> %v186
  %v189 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v188, <16 x float> splat (float 0x3FE7154760000000), <16 x float> splat (float 0x4168000FE0000000))
  %v190 = fsub contract <16 x float> %v189, splat (float 0x4168000FE0000000)
  %v191 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v190, <16 x float> splat (float 0xBFF62E4000000000), <16 x float> %v188)
  %v192 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v190, <16 x float> splat (float 0xBEC7F7D100000000), <16 x float> %v191)
  %v193 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F29BAD2C0000000), <16 x float> %v192, <16 x float> splat (float 0x3F571C3580000000))
  %v194 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v193, <16 x float> %v192, <16 x float> splat (float 0x3F81127260000000))
  %v195 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v194, <16 x float> %v192, <16 x float> splat (float 0x3FA5549E00000000))
  %v196 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v195, <16 x float> %v192, <16 x float> splat (float 0x3FC5555120000000))
  %v197 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v196, <16 x float> %v192, <16 x float> splat (float 0x3FE00000C0000000))
  %v198 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v197, <16 x float> %v192, <16 x float> splat (float 0x3FF0000000000000))
  %v199 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v198, <16 x float> %v192, <16 x float> splat (float 0x3FF0000000000000))
  %v200 = bitcast <16 x float> %v189 to <16 x i32>
  %v201 = shl <16 x i32> %v200, splat (i32 23)
  %v202 = bitcast <16 x i32> %v201 to <16 x float>
  %v203 = fmul contract <16 x float> %v199, %v202
  %v204 = fmul contract <16 x float> %v203, %v202
  %v205 = load <16 x float>, ptr %acc40
  %v206 = fadd contract <16 x float> %v205, %v204
  store <16 x float> %v206, ptr %acc40
  %v207 = add nsw i64 %v129, 48
  %v208 = getelementptr inbounds float, ptr %d1, i64 %v207
  %v209 = load <16 x float>, ptr %v208, align 4
  %v210 = fsub contract <16 x float> %v209, %v127
  %v211 = fcmp olt <16 x float> %v210, splat (float 0xC05A000000000000)
  %v212 = select <16 x i1> %v211, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v210
  %v213 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v212
  %v214 = select <16 x i1> %v213, <16 x float> splat (float 0x4056400000000000), <16 x float> %v212
  %v215 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v214, <16 x float> splat (float 0x3FE7154760000000), <16 x float> splat (float 0x4168000FE0000000))
  %v216 = fsub contract <16 x float> %v215, splat (float 0x4168000FE0000000)
  %v217 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v216, <16 x float> splat (float 0xBFF62E4000000000), <16 x float> %v214)
  %v218 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v216, <16 x float> splat (float 0xBEC7F7D100000000), <16 x float> %v217)
  %v219 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F29BAD2C0000000), <16 x float> %v218, <16 x float> splat (float 0x3F571C3580000000))
  %v220 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v219, <16 x float> %v218, <16 x float> splat (float 0x3F81127260000000))
  %v221 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v220, <16 x float> %v218, <16 x float> splat (float 0x3FA5549E00000000))
  %v222 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v221, <16 x float> %v218, <16 x float> splat (float 0x3FC5555120000000))
  %v223 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v222, <16 x float> %v218, <16 x float> splat (float 0x3FE00000C0000000))
  %v224 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v223, <16 x float> %v218, <16 x float> splat (float 0x3FF0000000000000))
  %v225 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v224, <16 x float> %v218, <16 x float> splat (float 0x3FF0000000000000))
  %v226 = bitcast <16 x float> %v215 to <16 x i32>
  %v227 = shl <16 x i32> %v226, splat (i32 23)
  %v228 = bitcast <16 x i32> %v227 to <16 x float>
  %v229 = fmul contract <16 x float> %v225, %v228
  %v230 = fmul contract <16 x float> %v229, %v228
  %v231 = load <16 x float>, ptr %acc41
  %v232 = fadd contract <16 x float> %v231, %v230
  store <16 x float> %v232, ptr %acc41
  %v233 = add nsw i64 %v129, 64
  %v234 = getelementptr inbounds float, ptr %d1, i64 %v233
  %v235 = load <16 x float>, ptr %v234, align 4
  %v236 = fsub contract <16 x float> %v235, %v127
  %v237 = fcmp olt <16 x float> %v236, splat (float 0xC05A000000000000)
  %v238 = select <16 x i1> %v237, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v236
  %v239 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v238
  %v240 = select <16 x i1> %v239, <16 x float> splat (float 0x4056400000000000), <16 x float> %v238
  %v241 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v240, <16 x float> splat (float 0x3FE7154760000000), <16 x float> splat (float 0x4168000FE0000000))
  %v242 = fsub contract <16 x float> %v241, splat (float 0x4168000FE0000000)
  %v243 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v242, <16 x float> splat (float 0xBFF62E4000000000), <16 x float> %v240)
  %v244 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v242, <16 x float> splat (float 0xBEC7F7D100000000), <16 x float> %v243)
  %v245 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F29BAD2C0000000), <16 x float> %v244, <16 x float> splat (float 0x3F571C3580000000))
  %v246 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v245, <16 x float> %v244, <16 x float> splat (float 0x3F81127260000000))
  %v247 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v246, <16 x float> %v244, <16 x float> splat (float 0x3FA5549E00000000))
  %v248 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v247, <16 x float> %v244, <16 x float> splat (float 0x3FC5555120000000))
  %v249 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v248, <16 x float> %v244, <16 x float> splat (float 0x3FE00000C0000000))
  %v250 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v249, <16 x float> %v244, <16 x float> splat (float 0x3FF0000000000000))
  %v251 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v250, <16 x float> %v244, <16 x float> splat (float 0x3FF0000000000000))
  %v252 = bitcast <16 x float> %v241 to <16 x i32>
  %v253 = shl <16 x i32> %v252, splat (i32 23)
  %v254 = bitcast <16 x i32> %v253 to <16 x float>
  %v255 = fmul contract <16 x float> %v251, %v254
  %v256 = fmul contract <16 x float> %v255, %v254
  %v257 = load <16 x float>, ptr %acc42
  %v258 = fadd contract <16 x float> %v257, %v256
  store <16 x float> %v258, ptr %acc42
  %v259 = add nsw i64 %v129, 80
  %v260 = getelementptr inbounds float, ptr %d1, i64 %v259
  %v261 = load <16 x float>, ptr %v260, align 4
  %v262 = fsub contract <16 x float> %v261, %v127
  %v263 = fcmp olt <16 x float> %v262, splat (float 0xC05A000000000000)
  %v264 = select <16 x i1> %v263, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v262
  %v265 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v264
  %v266 = select <16 x i1> %v265, <16 x float> splat (float 0x4056400000000000), <16 x float> %v264
  %v267 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v266, <16 x float> splat (float 0x3FE7154760000000), <16 x float> splat (float 0x4168000FE0000000))
  %v268 = fsub contract <16 x float> %v267, splat (float 0x4168000FE0000000)
  %v269 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v268, <16 x float> splat (float 0xBFF62E4000000000), <16 x float> %v266)
  %v270 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v268, <16 x float> splat (float 0xBEC7F7D100000000), <16 x float> %v269)
  %v271 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F29BAD2C0000000), <16 x float> %v270, <16 x float> splat (float 0x3F571C3580000000))
  %v272 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v271, <16 x float> %v270, <16 x float> splat (float 0x3F81127260000000))
  %v273 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v272, <16 x float> %v270, <16 x float> splat (float 0x3FA5549E00000000))
  %v274 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v273, <16 x float> %v270, <16 x float> splat (float 0x3FC5555120000000))
  %v275 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v274, <16 x float> %v270, <16 x float> splat (float 0x3FE00000C0000000))
  %v276 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v275, <16 x float> %v270, <16 x float> splat (float 0x3FF0000000000000))
  %v277 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v276, <16 x float> %v270, <16 x float> splat (float 0x3FF0000000000000))
  %v278 = bitcast <16 x float> %v267 to <16 x i32>
  %v279 = shl <16 x i32> %v278, splat (i32 23)
  %v280 = bitcast <16 x i32> %v279 to <16 x float>
  %v281 = fmul contract <16 x float> %v277, %v280
  %v282 = fmul contract <16 x float> %v281, %v280
  %v283 = load <16 x float>, ptr %acc43
  %v284 = fadd contract <16 x float> %v283, %v282
  store <16 x float> %v284, ptr %acc43
  %v285 = add nsw i64 %v129, 96
  %v286 = getelementptr inbounds float, ptr %d1, i64 %v285
  %v287 = load <16 x float>, ptr %v286, align 4
  %v288 = fsub contract <16 x float> %v287, %v127
  %v289 = fcmp olt <16 x float> %v288, splat (float 0xC05A000000000000)
  %v290 = select <16 x i1> %v289, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v288
  %v291 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v290
  %v292 = select <16 x i1> %v291, <16 x float> splat (float 0x4056400000000000), <16 x float> %v290
  %v293 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v292, <16 x float> splat (float 0x3FE7154760000000), <16 x float> splat (float 0x4168000FE0000000))
  %v294 = fsub contract <16 x float> %v293, splat (float 0x4168000FE0000000)
  %v295 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v294, <16 x float> splat (float 0xBFF62E4000000000), <16 x float> %v292)
  %v296 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v294, <16 x float> splat (float 0xBEC7F7D100000000), <16 x float> %v295)
  %v297 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F29BAD2C0000000), <16 x float> %v296, <16 x float> splat (float 0x3F571C3580000000))
  %v298 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v297, <16 x float> %v296, <16 x float> splat (float 0x3F81127260000000))
  %v299 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v298, <16 x float> %v296, <16 x float> splat (float 0x3FA5549E00000000))
  %v300 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v299, <16 x float> %v296, <16 x float> splat (float 0x3FC5555120000000))
  %v301 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v300, <16 x float> %v296, <16 x float> splat (float 0x3FE00000C0000000))
  %v302 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v301, <16 x float> %v296, <16 x float> splat (float 0x3FF0000000000000))
  %v303 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v302, <16 x float> %v296, <16 x float> splat (float 0x3FF0000000000000))
  %v304 = bitcast <16 x float> %v293 to <16 x i32>
  %v305 = shl <16 x i32> %v304, splat (i32 23)
  %v306 = bitcast <16 x i32> %v305 to <16 x float>
  %v307 = fmul contract <16 x float> %v303, %v306
  %v308 = fmul contract <16 x float> %v307, %v306
  %v309 = load <16 x float>, ptr %acc44
  %v310 = fadd contract <16 x float> %v309, %v308
  store <16 x float> %v310, ptr %acc44
  %v311 = add nsw i64 %v129, 112
  %v312 = getelementptr inbounds float, ptr %d1, i64 %v311
  %v313 = load <16 x float>, ptr %v312, align 4
  %v314 = fsub contract <16 x float> %v313, %v127
  %v315 = fcmp olt <16 x float> %v314, splat (float 0xC05A000000000000)
  %v316 = select <16 x i1> %v315, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v314
  %v317 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v316
  %v318 = select <16 x i1> %v317, <16 x float> splat (float 0x4056400000000000), <16 x float> %v316
  %v319 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v318, <16 x float> splat (float 0x3FE7154760000000), <16 x float> splat (float 0x4168000FE0000000))
  %v320 = fsub contract <16 x float> %v319, splat (float 0x4168000FE0000000)
  %v321 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v320, <16 x float> splat (float 0xBFF62E4000000000), <16 x float> %v318)
  %v322 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v320, <16 x float> splat (float 0xBEC7F7D100000000), <16 x float> %v321)
  %v323 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F29BAD2C0000000), <16 x float> %v322, <16 x float> splat (float 0x3F571C3580000000))
  %v324 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v323, <16 x float> %v322, <16 x float> splat (float 0x3F81127260000000))
  %v325 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v324, <16 x float> %v322, <16 x float> splat (float 0x3FA5549E00000000))
  %v326 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v325, <16 x float> %v322, <16 x float> splat (float 0x3FC5555120000000))
  %v327 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v326, <16 x float> %v322, <16 x float> splat (float 0x3FE00000C0000000))
  %v328 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v327, <16 x float> %v322, <16 x float> splat (float 0x3FF0000000000000))
  %v329 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v328, <16 x float> %v322, <16 x float> splat (float 0x3FF0000000000000))
  %v330 = bitcast <16 x float> %v319 to <16 x i32>
  %v331 = shl <16 x i32> %v330, splat (i32 23)
  %v332 = bitcast <16 x i32> %v331 to <16 x float>
  %v333 = fmul contract <16 x float> %v329, %v332
  %v334 = fmul contract <16 x float> %v333, %v332
  %v335 = load <16 x float>, ptr %acc45
  %v336 = fadd contract <16 x float> %v335, %v334
  store <16 x float> %v336, ptr %acc45
  br label %r2.last
r2.last:
  %r2.next = add nsw i64 %r2, 1
  br label %r2.head
r2.done:
  %v337 = load <16 x float>, ptr %acc38
  %v338 = load <16 x float>, ptr %acc39
  %v339 = load <16 x float>, ptr %acc40
  %v340 = load <16 x float>, ptr %acc41
  %v341 = load <16 x float>, ptr %acc42
  %v342 = load <16 x float>, ptr %acc43
  %v343 = load <16 x float>, ptr %acc44
  %v344 = load <16 x float>, ptr %acc45
  %v345 = fadd contract <16 x float> %v337, %v338
  %v346 = fadd contract <16 x float> %v339, %v340
  %v347 = fadd contract <16 x float> %v345, %v346
  %v348 = fadd contract <16 x float> %v341, %v342
  %v349 = fadd contract <16 x float> %v343, %v344
  %v350 = fadd contract <16 x float> %v348, %v349
  %v351 = fadd contract <16 x float> %v347, %v350
  %v352 = shufflevector <16 x float> %v351, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v353 = shufflevector <16 x float> %v351, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v354 = fadd contract <8 x float> %v352, %v353
  %v355 = shufflevector <8 x float> %v354, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v356 = shufflevector <8 x float> %v354, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v357 = fadd contract <4 x float> %v355, %v356
  %v358 = shufflevector <4 x float> %v357, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v359 = shufflevector <4 x float> %v357, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v360 = fadd contract <2 x float> %v358, %v359
  %v361 = extractelement <2 x float> %v360, i64 0
  %v362 = extractelement <2 x float> %v360, i64 1
  %v363 = fadd contract float %v361, %v362
  %v364 = insertelement <16 x float> poison, float %v363, i64 0
  %v365 = shufflevector <16 x float> %v364, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  br label %i3.head
i3.head:
  %i3 = phi i64 [ 0, %r2.done ], [ %i3.next, %i3.last ]
  %i3.more = icmp slt i64 %i3, 16
  br i1 %i3.more, label %i3.body, label %i3.done
i3.body:
  %v366 = mul nsw i64 %i3, 16
  %v367 = add nsw i64 %v0, %v366
  %v368 = getelementptr inbounds float, ptr %d0, i64 %v367
  %v369 = getelementptr inbounds float, ptr %d1, i64 %v367
  %v370 = load <16 x float>, ptr %v369, align 4
  %v371 = fsub contract <16 x float> %v370, %v127
  %v372 = fcmp olt <16 x float> %v371, splat (float 0xC05A000000000000)
  %v373 = select <16 x i1> %v372, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v371
  %v374 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v373
  %v375 = select <16 x i1> %v374, <16 x float> splat (float 0x4056400000000000), <16 x float> %v373
  %v376 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v375, <16 x float> splat (float 0x3FE7154760000000), <16 x float> splat (float 0x4168000FE0000000))
  %v377 = fsub contract <16 x float> %v376, splat (float 0x4168000FE0000000)
  %v378 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v377, <16 x float> splat (float 0xBFF62E4000000000), <16 x float> %v375)
  %v379 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v377, <16 x float> splat (float 0xBEC7F7D100000000), <16 x float> %v378)
  %v380 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F29BAD2C0000000), <16 x float> %v379, <16 x float> splat (float 0x3F571C3580000000))
  %v381 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v380, <16 x float> %v379, <16 x float> splat (float 0x3F81127260000000))
  %v382 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v381, <16 x float> %v379, <16 x float> splat (float 0x3FA5549E00000000))
  %v383 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v382, <16 x float> %v379, <16 x float> splat (float 0x3FC5555120000000))
  %v384 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v383, <16 x float> %v379, <16 x float> splat (float 0x3FE00000C0000000))
  %v385 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v384, <16 x float> %v379, <16 x float> splat (float 0x3FF0000000000000))
  %v386 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v385, <16 x float> %v379, <16 x float> splat (float 0x3FF0000000000000))
  %v387 = bitcast <16 x float> %v376 to <16 x i32>
  %v388 = shl <16 x i32> %v387, splat (i32 23)
  %v389 = bitcast <16 x i32> %v388 to <16 x float>
  %v390 = fmul contract <16 x float> %v386, %v389
  %v391 = fmul contract <16 x float> %v390, %v389
  %v392 = fdiv <16 x float> %v391, %v365
  store <16 x float> %v392, ptr %v368, align 4
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
