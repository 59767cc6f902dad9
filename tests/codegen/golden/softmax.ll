; split c by 128 as loop
; split c.1 by 16 as vector
; mark c.1.0 as unroll
; split d by 128 as loop
; split d.1 by 16 as vector
; mark d.1.0 as unroll
; split b by 16 as vector
; mark a as grid
declare <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float>)
declare <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float>)
declare <4 x float> @llvm.arithmetic.fence.v4f32(<4 x float>)
declare <2 x float> @llvm.arithmetic.fence.v2f32(<2 x float>)
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
  %v8 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v7)
  %v9 = fcmp uno <16 x float> %v5, splat (float 0x0000000000000000)
  %v10 = select <16 x i1> %v9, <16 x float> %v5, <16 x float> %v8
  store <16 x float> %v10, ptr %acc30
  %v11 = getelementptr float, ptr %d1, i64 %v2
  %v12 = getelementptr float, ptr %v11, i64 16
  %v13 = load <16 x float>, ptr %v12, align 4
  %v14 = load <16 x float>, ptr %acc31
  %v15 = fcmp ogt <16 x float> %v14, %v13
  %v16 = select <16 x i1> %v15, <16 x float> %v14, <16 x float> %v13
  %v17 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v16)
  %v18 = fcmp uno <16 x float> %v14, splat (float 0x0000000000000000)
  %v19 = select <16 x i1> %v18, <16 x float> %v14, <16 x float> %v17
  store <16 x float> %v19, ptr %acc31
  %v20 = getelementptr float, ptr %v11, i64 32
  %v21 = load <16 x float>, ptr %v20, align 4
  %v22 = load <16 x float>, ptr %acc32
  %v23 = fcmp ogt <16 x float> %v22, %v21
  %v24 = select <16 x i1> %v23, <16 x float> %v22, <16 x float> %v21
  %v25 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v24)
  %v26 = fcmp uno <16 x float> %v22, splat (float 0x0000000000000000)
  %v27 = select <16 x i1> %v26, <16 x float> %v22, <16 x float> %v25
  store <16 x float> %v27, ptr %acc32
  %v28 = getelementptr float, ptr %v11, i64 48
  %v29 = load <16 x float>, ptr %v28, align 4
  %v30 = load <16 x float>, ptr %acc33
  %v31 = fcmp ogt <16 x float> %v30, %v29
  %v32 = select <16 x i1> %v31, <16 x float> %v30, <16 x float> %v29
  %v33 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v32)
  %v34 = fcmp uno <16 x float> %v30, splat (float 0x0000000000000000)
  %v35 = select <16 x i1> %v34, <16 x float> %v30, <16 x float> %v33
  store <16 x float> %v35, ptr %acc33
  %v36 = getelementptr float, ptr %v11, i64 64
  %v37 = load <16 x float>, ptr %v36, align 4
  %v38 = load <16 x float>, ptr %acc34
  %v39 = fcmp ogt <16 x float> %v38, %v37
  %v40 = select <16 x i1> %v39, <16 x float> %v38, <16 x float> %v37
  %v41 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v40)
  %v42 = fcmp uno <16 x float> %v38, splat (float 0x0000000000000000)
  %v43 = select <16 x i1> %v42, <16 x float> %v38, <16 x float> %v41
  store <16 x float> %v43, ptr %acc34
  %v44 = getelementptr float, ptr %v11, i64 80
  %v45 = load <16 x float>, ptr %v44, align 4
  %v46 = load <16 x float>, ptr %acc35
  %v47 = fcmp ogt <16 x float> %v46, %v45
  %v48 = select <16 x i1> %v47, <16 x float> %v46, <16 x float> %v45
  %v49 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v48)
  %v50 = fcmp uno <16 x float> %v46, splat (float 0x0000000000000000)
  %v51 = select <16 x i1> %v50, <16 x float> %v46, <16 x float> %v49
  store <16 x float> %v51, ptr %acc35
  %v52 = getelementptr float, ptr %v11, i64 96
  %v53 = load <16 x float>, ptr %v52, align 4
  %v54 = load <16 x float>, ptr %acc36
  %v55 = fcmp ogt <16 x float> %v54, %v53
  %v56 = select <16 x i1> %v55, <16 x float> %v54, <16 x float> %v53
  %v57 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v56)
  %v58 = fcmp uno <16 x float> %v54, splat (float 0x0000000000000000)
  %v59 = select <16 x i1> %v58, <16 x float> %v54, <16 x float> %v57
  store <16 x float> %v59, ptr %acc36
  %v60 = getelementptr float, ptr %v11, i64 112
  %v61 = load <16 x float>, ptr %v60, align 4
  %v62 = load <16 x float>, ptr %acc37
  %v63 = fcmp ogt <16 x float> %v62, %v61
  %v64 = select <16 x i1> %v63, <16 x float> %v62, <16 x float> %v61
  %v65 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v64)
  %v66 = fcmp uno <16 x float> %v62, splat (float 0x0000000000000000)
  %v67 = select <16 x i1> %v66, <16 x float> %v62, <16 x float> %v65
  store <16 x float> %v67, ptr %acc37
  br label %r1.last
r1.last:
  %r1.next = add nsw i64 %r1, 1
  br label %r1.head
r1.done:
  %v68 = load <16 x float>, ptr %acc30
  %v69 = load <16 x float>, ptr %acc31
  %v70 = load <16 x float>, ptr %acc32
  %v71 = load <16 x float>, ptr %acc33
  %v72 = load <16 x float>, ptr %acc34
  %v73 = load <16 x float>, ptr %acc35
  %v74 = load <16 x float>, ptr %acc36
  %v75 = load <16 x float>, ptr %acc37
  %v76 = fcmp ogt <16 x float> %v68, %v69
  %v77 = select <16 x i1> %v76, <16 x float> %v68, <16 x float> %v69
  %v78 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v77)
  %v79 = fcmp uno <16 x float> %v68, splat (float 0x0000000000000000)
  %v80 = select <16 x i1> %v79, <16 x float> %v68, <16 x float> %v78
  %v81 = fcmp ogt <16 x float> %v70, %v71
  %v82 = select <16 x i1> %v81, <16 x float> %v70, <16 x float> %v71
  %v83 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v82)
  %v84 = fcmp uno <16 x float> %v70, splat (float 0x0000000000000000)
  %v85 = select <16 x i1> %v84, <16 x float> %v70, <16 x float> %v83
  %v86 = fcmp ogt <16 x float> %v80, %v85
  %v87 = select <16 x i1> %v86, <16 x float> %v80, <16 x float> %v85
  %v88 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v87)
  %v89 = fcmp uno <16 x float> %v80, splat (float 0x0000000000000000)
  %v90 = select <16 x i1> %v89, <16 x float> %v80, <16 x float> %v88
  %v91 = fcmp ogt <16 x float> %v72, %v73
  %v92 = select <16 x i1> %v91, <16 x float> %v72, <16 x float> %v73
  %v93 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v92)
  %v94 = fcmp uno <16 x float> %v72, splat (float 0x0000000000000000)
  %v95 = select <16 x i1> %v94, <16 x float> %v72, <16 x float> %v93
  %v96 = fcmp ogt <16 x float> %v74, %v75
  %v97 = select <16 x i1> %v96, <16 x float> %v74, <16 x float> %v75
  %v98 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v97)
  %v99 = fcmp uno <16 x float> %v74, splat (float 0x0000000000000000)
  %v100 = select <16 x i1> %v99, <16 x float> %v74, <16 x float> %v98
  %v101 = fcmp ogt <16 x float> %v95, %v100
  %v102 = select <16 x i1> %v101, <16 x float> %v95, <16 x float> %v100
  %v103 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v102)
  %v104 = fcmp uno <16 x float> %v95, splat (float 0x0000000000000000)
  %v105 = select <16 x i1> %v104, <16 x float> %v95, <16 x float> %v103
  %v106 = fcmp ogt <16 x float> %v90, %v105
  %v107 = select <16 x i1> %v106, <16 x float> %v90, <16 x float> %v105
  %v108 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v107)
  %v109 = fcmp uno <16 x float> %v90, splat (float 0x0000000000000000)
  %v110 = select <16 x i1> %v109, <16 x float> %v90, <16 x float> %v108
  %v111 = shufflevector <16 x float> %v110, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v112 = shufflevector <16 x float> %v110, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v113 = fcmp ogt <8 x float> %v111, %v112
  %v114 = select <8 x i1> %v113, <8 x float> %v111, <8 x float> %v112
  %v115 = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %v114)
  %v116 = fcmp uno <8 x float> %v111, splat (float 0x0000000000000000)
  %v117 = select <8 x i1> %v116, <8 x float> %v111, <8 x float> %v115
  %v118 = shufflevector <8 x float> %v117, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v119 = shufflevector <8 x float> %v117, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v120 = fcmp ogt <4 x float> %v118, %v119
  %v121 = select <4 x i1> %v120, <4 x float> %v118, <4 x float> %v119
  %v122 = call <4 x float> @llvm.arithmetic.fence.v4f32(<4 x float> %v121)
  %v123 = fcmp uno <4 x float> %v118, splat (float 0x0000000000000000)
  %v124 = select <4 x i1> %v123, <4 x float> %v118, <4 x float> %v122
  %v125 = shufflevector <4 x float> %v124, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v126 = shufflevector <4 x float> %v124, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v127 = fcmp ogt <2 x float> %v125, %v126
  %v128 = select <2 x i1> %v127, <2 x float> %v125, <2 x float> %v126
  %v129 = call <2 x float> @llvm.arithmetic.fence.v2f32(<2 x float> %v128)
  %v130 = fcmp uno <2 x float> %v125, splat (float 0x0000000000000000)
  %v131 = select <2 x i1> %v130, <2 x float> %v125, <2 x float> %v129
  %v132 = extractelement <2 x float> %v131, i64 0
  %v133 = extractelement <2 x float> %v131, i64 1
  %v134 = fcmp ogt float %v132, %v133
  %v135 = select i1 %v134, float %v132, float %v133
  %v136 = fcmp uno float %v132, 0x0000000000000000
  %v137 = select i1 %v136, float %v132, float %v135
  %v138 = insertelement <16 x float> poison, float %v137, i64 0
  %v139 = shufflevector <16 x float> %v138, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  br label %r2.head
r2.head:
  %r2 = phi i64 [ 0, %r1.done ], [ %r2.next, %r2.last ]
  %r2.more = icmp slt i64 %r2, 2
  br i1 %r2.more, label %r2.body, label %r2.done
r2.body:
  %v140 = mul nsw i64 %r2, 128
  %v141 = add nsw i64 %v0, %v140
  %v142 = getelementptr inbounds float, ptr %d1, i64 %v141
  %v143 = load <16 x float>, ptr %v142, align 4
  %v144 = fsub contract <16 x float> %v143, %v139
  %v145 = fcmp olt <16 x float> %v144, splat (float 0xC05A000000000000)
  %v146 = select <16 x i1> %v145, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v144
  %v147 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v146
  %v148 = select <16 x i1> %v147, <16 x float> splat (float 0x4056400000000000), <16 x float> %v146
  %v149 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v148, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v150 = fsub contract <16 x float> %v149, splat (float 0x4168001FC0000000)
  %v151 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v150, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v148)
  %v152 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v150, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v151)
  %v153 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v152, <16 x float> splat (float 0x3F81257CA0000000))
  %v154 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v153, <16 x float> %v152, <16 x float> splat (float 0x3FA5553000000000))
  %v155 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v154, <16 x float> %v152, <16 x float> splat (float 0x3FC5554660000000))
  %v156 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v155, <16 x float> %v152, <16 x float> splat (float 0x3FE0000000000000))
  %v157 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v156, <16 x float> %v152, <16 x float> splat (float 0x3FF0000000000000))
  %v158 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v157, <16 x float> %v152, <16 x float> splat (float 0x3FF0000000000000))
  %v159 = bitcast <16 x float> %v149 to <16 x i32>
  %v160 = lshr <16 x i32> %v159, splat (i32 1)
  %v161 = shl <16 x i32> %v160, splat (i32 23)
  %v162 = bitcast <16 x i32> %v161 to <16 x float>
  %v163 = fmul contract <16 x float> %v158, %v162
  %v164 = sub <16 x i32> %v159, %v160
  %v165 = shl <16 x i32> %v164, splat (i32 23)
  %v166 = bitcast <16 x i32> %v165 to <16 x float>
  %v167 = fmul contract <16 x float> %v163, %v166
  %v168 = load <16 x float>, ptr %acc38
  %v169 = fadd contract <16 x float> %v168, %v167
  store <16 x float> %v169, ptr %acc38
  %v170 = getelementptr float, ptr %d1, i64 %v141
  %v171 = getelementptr float, ptr %v170, i64 16
  %v172 = load <16 x float>, ptr %v171, align 4
  %v173 = fsub contract <16 x float> %v172, %v139
  %v174 = fcmp olt <16 x float> %v173, splat (float 0xC05A000000000000)
  %v175 = select <16 x i1> %v174, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v173
  %v176 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v175
  %v177 = select <16 x i1> %v176, <16 x float> splat (float 0x4056400000000000), <16 x float> %v175
  %v178 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v177, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v179 = fsub contract <16 x float> %v178, splat (float 0x4168001FC0000000)
  %v180 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v179, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v177)
  %v181 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v179, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v180)
  %v182 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v181, <16 x float> splat (float 0x3F81257CA0000000))
  %v183 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v182, <16 x float> %v181, <16 x float> splat (float 0x3FA5553000000000))
  %v184 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v183, <16 x float> %v181, <16 x float> splat (float 0x3FC5554660000000))
  %v185 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v184, <16 x float> %v181, <16 x float> splat (float 0x3FE0000000000000))
  %v186 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v185, <16 x float> %v181, <16 x float> splat (float 0x3FF0000000000000))
  %v187 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v186, <16 x float> %v181, <16 x float> splat (float 0x3FF0000000000000))
  %v188 = bitcast <16 x float> %v178 to <16 x i32>
  %v189 = lshr <16 x i32> %v188, splat (i32 1)
  %v190 = shl <16 x i32> %v189, splat (i32 23)
  %v191 = bitcast <16 x i32> %v190 to <16 x float>
  %v192 = fmul contract <16 x float> %v187, %v191
  %v193 = sub <16 x i32> %v188, %v189
  %v194 = shl <16 x i32> %v193, splat (i32 23)
  %v195 = bitcast <16 x i32> %v194 to <16 x float>
  %v196 = fmul contract <16 x float> %v192, %v195
  %v197 = load <16 x float>, ptr %acc39
  %v198 = fadd contract <16 x float> %v197, %v196
  store <16 x float> %v198, ptr %acc39
  %v199 = getelementptr float, ptr %v170, i64 32
  %v200 = load <16 x float>, ptr %v199, align 4
  %v201 = fsub contract <16 x float> %v200, %v139
  %v202 = fcmp olt <16 x float> %v201, splat (float 0xC05A000000000000)
  %v203 = select <16 x i1> %v202, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v201
  %v204 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v203
  %v205 = select <16 x i1> %v204, <16 x float> splat (float 0x4056400000000000), <16 x float> %v203
  %v206 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v205, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v207 = fsub contract <16 x float> %v206, splat (float 0x4168001FC0000000)
  %v208 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v207, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v205)
  %v209 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v207, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v208)
  %v210 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v209, <16 x float> splat (float 0x3F81257CA0000000))
  %v211 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v210, <16 x float> %v209, <16 x float> splat (float 0x3FA5553000000000))
  %v212 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v211, <16 x float> %v209, <16 x float> splat (float 0x3FC5554660000000))
  %v213 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v212, <16 x float> %v209, <16 x float> splat (float 0x3FE0000000000000))
  %v214 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v213, <16 x float> %v209, <16 x float> splat (float 0x3FF0000000000000))
  %v215 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v214, <16 x float> %v209, <16 x float> splat (float 0x3FF0000000000000))
  %v216 = bitcast <16 x float> %v206 to <16 x i32>
  %v217 = lshr <16 x i32> %v216, splat (i32 1)
  %v218 = shl <16 x i32> %v217, splat (i32 23)
  %v219 = bitcast <16 x i32> %v218 to <16 x float>
  %v220 = fmul contract <16 x float> %v215, %v219
  %v221 = sub <16 x i32> %v216, %v217
  %v222 = shl <16 x i32> %v221, splat (i32 23)
  %v223 = bitcast <16 x i32> %v222 to <16 x float>
  %v224 = fmul contract <16 x float> %v220, %v223
  %v225 = load <16 x float>, ptr %acc40
  %v226 = fadd contract <16 x float> %v225, %v224
  store <16 x float> %v226, ptr %acc40
  %v227 = getelementptr float, ptr %v170, i64 48
  %v228 = load <16 x float>, ptr %v227, align 4
  %v229 = fsub contract <16 x float> %v228, %v139
  %v230 = fcmp olt <16 x float> %v229, splat (float 0xC05A000000000000)
  %v231 = select <16 x i1> %v230, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v229
  %v232 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v231
  %v233 = select <16 x i1> %v232, <16 x float> splat (float 0x4056400000000000), <16 x float> %v231
  %v234 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v233, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v235 = fsub contract <16 x float> %v234, splat (float 0x4168001FC0000000)
  %v236 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v235, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v233)
  %v237 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v235, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v236)
  %v238 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v237, <16 x float> splat (float 0x3F81257CA0000000))
  %v239 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v238, <16 x float> %v237, <16 x float> splat (float 0x3FA5553000000000))
  %v240 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v239, <16 x float> %v237, <16 x float> splat (float 0x3FC5554660000000))
  %v241 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v240, <16 x float> %v237, <16 x float> splat (float 0x3FE0000000000000))
  %v242 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v241, <16 x float> %v237, <16 x float> splat (float 0x3FF0000000000000))
  %v243 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v242, <16 x float> %v237, <16 x float> splat (float 0x3FF0000000000000))
  %v244 = bitcast <16 x float> %v234 to <16 x i32>
  %v245 = lshr <16 x i32> %v244, splat (i32 1)
  %v246 = shl <16 x i32> %v245, splat (i32 23)
  %v247 = bitcast <16 x i32> %v246 to <16 x float>
  %v248 = fmul contract <16 x float> %v243, %v247
  %v249 = sub <16 x i32> %v244, %v245
  %v250 = shl <16 x i32> %v249, splat (i32 23)
  %v251 = bitcast <16 x i32> %v250 to <16 x float>
  %v252 = fmul contract <16 x float> %v248, %v251
  %v253 = load <16 x float>, ptr %acc41
  %v254 = fadd contract <16 x float> %v253, %v252
  store <16 x float> %v254, ptr %acc41
  %v255 = getelementptr float, ptr %v170, i64 64
  %v256 = load <16 x float>, ptr %v255, align 4
  %v257 = fsub contract <16 x float> %v256, %v139
  %v258 = fcmp olt <16 x float> %v257, splat (float 0xC05A000000000000)
  %v259 = select <16 x i1> %v258, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v257
  %v260 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v259
  %v261 = select <16 x i1> %v260, <16 x float> splat (float 0x4056400000000000), <16 x float> %v259
  %v262 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v261, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v263 = fsub contract <16 x float> %v262, splat (float 0x4168001FC0000000)
  %v264 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v263, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v261)
  %v265 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v263, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v264)
  %v266 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v265, <16 x float> splat (float 0x3F81257CA0000000))
  %v267 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v266, <16 x float> %v265, <16 x float> splat (float 0x3FA5553000000000))
  %v268 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v267, <16 x float> %v265, <16 x float> splat (float 0x3FC5554660000000))
  %v269 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v268, <16 x float> %v265, <16 x float> splat (float 0x3FE0000000000000))
  %v270 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v269, <16 x float> %v265, <16 x float> splat (float 0x3FF0000000000000))
  %v271 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v270, <16 x float> %v265, <16 x float> splat (float 0x3FF0000000000000))
  %v272 = bitcast <16 x float> %v262 to <16 x i32>
  %v273 = lshr <16 x i32> %v272, splat (i32 1)
  %v274 = shl <16 x i32> %v273, splat (i32 23)
  %v275 = bitcast <16 x i32> %v274 to <16 x float>
  %v276 = fmul contract <16 x float> %v271, %v275
  %v277 = sub <16 x i32> %v272, %v273
  %v278 = shl <16 x i32> %v277, splat (i32 23)
  %v279 = bitcast <16 x i32> %v278 to <16 x float>
  %v280 = fmul contract <16 x float> %v276, %v279
  %v281 = load <16 x float>, ptr %acc42
  %v282 = fadd contract <16 x float> %v281, %v280
  store <16 x float> %v282, ptr %acc42
  %v283 = getelementptr float, ptr %v170, i64 80
  %v284 = load <16 x float>, ptr %v283, align 4
  %v285 = fsub contract <16 x float> %v284, %v139
  %v286 = fcmp olt <16 x float> %v285, splat (float 0xC05A000000000000)
  %v287 = select <16 x i1> %v286, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v285
  %v288 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v287
  %v289 = select <16 x i1> %v288, <16 x float> splat (float 0x4056400000000000), <16 x float> %v287
  %v290 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v289, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v291 = fsub contract <16 x float> %v290, splat (float 0x4168001FC0000000)
  %v292 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v291, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v289)
  %v293 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v291, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v292)
  %v294 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v293, <16 x float> splat (float 0x3F81257CA0000000))
  %v295 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v294, <16 x float> %v293, <16 x float> splat (float 0x3FA5553000000000))
  %v296 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v295, <16 x float> %v293, <16 x float> splat (float 0x3FC5554660000000))
  %v297 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v296, <16 x float> %v293, <16 x float> splat (float 0x3FE0000000000000))
  %v298 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v297, <16 x float> %v293, <16 x float> splat (float 0x3FF0000000000000))
  %v299 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v298, <16 x float> %v293, <16 x float> splat (float 0x3FF0000000000000))
  %v300 = bitcast <16 x float> %v290 to <16 x i32>
  %v301 = lshr <16 x i32> %v300, splat (i32 1)
  %v302 = shl <16 x i32> %v301, splat (i32 23)
  %v303 = bitcast <16 x i32> %v302 to <16 x float>
  %v304 = fmul contract <16 x float> %v299, %v303
  %v305 = sub <16 x i32> %v300, %v301
  %v306 = shl <16 x i32> %v305, splat (i32 23)
  %v307 = bitcast <16 x i32> %v306 to <16 x float>
  %v308 = fmul contract <16 x float> %v304, %v307
  %v309 = load <16 x float>, ptr %acc43
  %v310 = fadd contract <16 x float> %v309, %v308
  store <16 x float> %v310, ptr %acc43
  %v311 = getelementptr float, ptr %v170, i64 96
  %v312 = load <16 x float>, ptr %v311, align 4
  %v313 = fsub contract <16 x float> %v312, %v139
  %v314 = fcmp olt <16 x float> %v313, splat (float 0xC05A000000000000)
  %v315 = select <16 x i1> %v314, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v313
  %v316 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v315
  %v317 = select <16 x i1> %v316, <16 x float> splat (float 0x4056400000000000), <16 x float> %v315
  %v318 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v317, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v319 = fsub contract <16 x float> %v318, splat (float 0x4168001FC0000000)
  %v320 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v319, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v317)
  %v321 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v319, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v320)
  %v322 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v321, <16 x float> splat (float 0x3F81257CA0000000))
  %v323 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v322, <16 x float> %v321, <16 x float> splat (float 0x3FA5553000000000))
  %v324 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v323, <16 x float> %v321, <16 x float> splat (float 0x3FC5554660000000))
  %v325 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v324, <16 x float> %v321, <16 x float> splat (float 0x3FE0000000000000))
  %v326 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v325, <16 x float> %v321, <16 x float> splat (float 0x3FF0000000000000))
  %v327 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v326, <16 x float> %v321, <16 x float> splat (float 0x3FF0000000000000))
  %v328 = bitcast <16 x float> %v318 to <16 x i32>
  %v329 = lshr <16 x i32> %v328, splat (i32 1)
  %v330 = shl <16 x i32> %v329, splat (i32 23)
  %v331 = bitcast <16 x i32> %v330 to <16 x float>
  %v332 = fmul contract <16 x float> %v327, %v331
  %v333 = sub <16 x i32> %v328, %v329
  %v334 = shl <16 x i32> %v333, splat (i32 23)
  %v335 = bitcast <16 x i32> %v334 to <16 x float>
  %v336 = fmul contract <16 x float> %v332, %v335
  %v337 = load <16 x float>, ptr %acc44
  %v338 = fadd contract <16 x float> %v337, %v336
  store <16 x float> %v338, ptr %acc44
  %v339 = getelementptr float, ptr %v170, i64 112
  %v340 = load <16 x float>, ptr %v339, align 4
  %v341 = fsub contract <16 x float> %v340, %v139
  %v342 = fcmp olt <16 x float> %v341, splat (float 0xC05A000000000000)
  %v343 = select <16 x i1> %v342, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v341
  %v344 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v343
  %v345 = select <16 x i1> %v344, <16 x float> splat (float 0x4056400000000000), <16 x float> %v343
  %v346 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v345, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v347 = fsub contract <16 x float> %v346, splat (float 0x4168001FC0000000)
  %v348 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v347, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v345)
  %v349 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v347, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v348)
  %v350 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v349, <16 x float> splat (float 0x3F81257CA0000000))
  %v351 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v350, <16 x float> %v349, <16 x float> splat (float 0x3FA5553000000000))
  %v352 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v351, <16 x float> %v349, <16 x float> splat (float 0x3FC5554660000000))
  %v353 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v352, <16 x float> %v349, <16 x float> splat (float 0x3FE0000000000000))
  %v354 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v353, <16 x float> %v349, <16 x float> splat (float 0x3FF0000000000000))
  %v355 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v354, <16 x float> %v349, <16 x float> splat (float 0x3FF0000000000000))
  %v356 = bitcast <16 x float> %v346 to <16 x i32>
  %v357 = lshr <16 x i32> %v356, splat (i32 1)
  %v358 = shl <16 x i32> %v357, splat (i32 23)
  %v359 = bitcast <16 x i32> %v358 to <16 x float>
  %v360 = fmul contract <16 x float> %v355, %v359
  %v361 = sub <16 x i32> %v356, %v357
  %v362 = shl <16 x i32> %v361, splat (i32 23)
  %v363 = bitcast <16 x i32> %v362 to <16 x float>
  %v364 = fmul contract <16 x float> %v360, %v363
  %v365 = load <16 x float>, ptr %acc45
  %v366 = fadd contract <16 x float> %v365, %v364
  store <16 x float> %v366, ptr %acc45
  br label %r2.last
r2.last:
  %r2.next = add nsw i64 %r2, 1
  br label %r2.head
r2.done:
  %v367 = load <16 x float>, ptr %acc38
  %v368 = load <16 x float>, ptr %acc39
  %v369 = load <16 x float>, ptr %acc40
  %v370 = load <16 x float>, ptr %acc41
  %v371 = load <16 x float>, ptr %acc42
  %v372 = load <16 x float>, ptr %acc43
  %v373 = load <16 x float>, ptr %acc44
  %v374 = load <16 x float>, ptr %acc45
  %v375 = fadd contract <16 x float> %v367, %v368
  %v376 = fadd contract <16 x float> %v369, %v370
  %v377 = fadd contract <16 x float> %v375, %v376
  %v378 = fadd contract <16 x float> %v371, %v372
  %v379 = fadd contract <16 x float> %v373, %v374
  %v380 = fadd contract <16 x float> %v378, %v379
  %v381 = fadd contract <16 x float> %v377, %v380
  %v382 = shufflevector <16 x float> %v381, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v383 = shufflevector <16 x float> %v381, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v384 = fadd contract <8 x float> %v382, %v383
  %v385 = shufflevector <8 x float> %v384, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v386 = shufflevector <8 x float> %v384, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v387 = fadd contract <4 x float> %v385, %v386
  %v388 = shufflevector <4 x float> %v387, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v389 = shufflevector <4 x float> %v387, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v390 = fadd contract <2 x float> %v388, %v389
  %v391 = extractelement <2 x float> %v390, i64 0
  %v392 = extractelement <2 x float> %v390, i64 1
  %v393 = fadd contract float %v391, %v392
  %v394 = insertelement <16 x float> poison, float %v393, i64 0
  %v395 = shufflevector <16 x float> %v394, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  br label %i3.head
i3.head:
  %i3 = phi i64 [ 0, %r2.done ], [ %i3.next, %i3.last ]
  %i3.more = icmp slt i64 %i3, 16
  br i1 %i3.more, label %i3.body, label %i3.done
i3.body:
  %v396 = mul nsw i64 %i3, 16
  %v397 = add nsw i64 %v0, %v396
  %v398 = getelementptr inbounds float, ptr %d0, i64 %v397
  %v399 = getelementptr inbounds float, ptr %d1, i64 %v397
  %v400 = load <16 x float>, ptr %v399, align 4
  %v401 = fsub contract <16 x float> %v400, %v139
  %v402 = fcmp olt <16 x float> %v401, splat (float 0xC05A000000000000)
  %v403 = select <16 x i1> %v402, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v401
  %v404 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v403
  %v405 = select <16 x i1> %v404, <16 x float> splat (float 0x4056400000000000), <16 x float> %v403
  %v406 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v405, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v407 = fsub contract <16 x float> %v406, splat (float 0x4168001FC0000000)
  %v408 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v407, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v405)
  %v409 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v407, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v408)
  %v410 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v409, <16 x float> splat (float 0x3F81257CA0000000))
  %v411 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v410, <16 x float> %v409, <16 x float> splat (float 0x3FA5553000000000))
  %v412 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v411, <16 x float> %v409, <16 x float> splat (float 0x3FC5554660000000))
  %v413 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v412, <16 x float> %v409, <16 x float> splat (float 0x3FE0000000000000))
  %v414 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v413, <16 x float> %v409, <16 x float> splat (float 0x3FF0000000000000))
  %v415 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v414, <16 x float> %v409, <16 x float> splat (float 0x3FF0000000000000))
  %v416 = bitcast <16 x float> %v406 to <16 x i32>
  %v417 = lshr <16 x i32> %v416, splat (i32 1)
  %v418 = shl <16 x i32> %v417, splat (i32 23)
  %v419 = bitcast <16 x i32> %v418 to <16 x float>
  %v420 = fmul contract <16 x float> %v415, %v419
  %v421 = sub <16 x i32> %v416, %v417
  %v422 = shl <16 x i32> %v421, splat (i32 23)
  %v423 = bitcast <16 x i32> %v422 to <16 x float>
  %v424 = fmul contract <16 x float> %v420, %v423
  %v425 = fdiv <16 x float> %v424, %v395
  store <16 x float> %v425, ptr %v398, align 4
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
